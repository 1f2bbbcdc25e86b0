"""Writes small maps of the first Quake (BSP 29) from axis-aligned boxes."""
import struct

EMPTY, SOLID, WATER, SLIME, LAVA = -1, -2, -3, -4, -5
HULLS = [((0, 0, 0), (0, 0, 0)), ((-16, -16, -24), (16, 16, 32)), ((-32, -32, -24), (32, 32, 64))]
TEXTURE = {SOLID: 0, WATER: 1, SLIME: 2, LAVA: 3}
NAMES = [b"floor", b"*water", b"*slime", b"*lava"]


def overlaps(a, b):
    return all(a[0][i] < b[1][i] and b[0][i] < a[1][i] for i in range(3))


def covers(a, b):
    return all(a[0][i] <= b[0][i] and a[1][i] >= b[1][i] for i in range(3))


class Writer:
    def __init__(self):
        self.planes, self.plane_index = [], {}
        self.verts, self.vert_index = [], {}
        self.edges, self.surfedges = [(0, 0)], []
        self.nodes, self.clipnodes, self.leafs = [], [], [(SOLID, (0, 0, 0), (0, 0, 0), 0, 0)]
        self.faces, self.marks, self.models = [], [], []

    def plane(self, axis, dist):
        key = (axis, dist)
        if key not in self.plane_index:
            self.plane_index[key] = len(self.planes)
            n = [0.0, 0.0, 0.0]
            n[axis] = 1.0
            self.planes.append(struct.pack("<4fi", *n, dist, axis))
        return self.plane_index[key]

    def vert(self, v):
        if v not in self.vert_index:
            self.vert_index[v] = len(self.verts)
            self.verts.append(v)
        return self.vert_index[v]

    @staticmethod
    def split(region, brushes):
        """The plane of a brush that cuts the region most evenly, or None with what fills it."""
        hit = [b for b in brushes if overlaps(b, region)]
        if not hit:
            return None, EMPTY, hit
        if covers(hit[0], region):
            return None, hit[0][2], hit
        best = None
        for b in hit:
            for axis in range(3):
                for d in (b[0][axis], b[1][axis]):
                    lo, hi = region[0][axis], region[1][axis]
                    if lo < d < hi:
                        score = abs((d - lo) - (hi - d)) / (hi - lo)
                        if best is None or score < best[0]:
                            best = (score, axis, d)
        if best is None:  # a later brush covers, nothing before it cuts
            return None, hit[0][2], hit
        return (best[1], best[2]), None, hit

    @staticmethod
    def halves(region, axis, d):
        low = (region[0], tuple(d if i == axis else v for i, v in enumerate(region[1])))
        high = (tuple(d if i == axis else v for i, v in enumerate(region[0])), region[1])
        return low, high

    def clip(self, region, brushes):
        cut, fill, hit = self.split(region, brushes)
        if cut is None:
            return fill
        low, high = self.halves(region, *cut)
        at = len(self.clipnodes)
        self.clipnodes.append(None)
        front, back = self.clip(high, hit), self.clip(low, hit)
        if front == back:
            self.clipnodes.pop()
            return front
        self.clipnodes[at] = struct.pack("<ihh", self.plane(*cut), front, back)
        return at

    def tree(self, region, brushes, chain):
        cut, fill, hit = self.split(region, brushes)
        if cut is None:
            if fill == SOLID:
                return -1
            first = len(self.marks)
            self.border(region, fill, chain)
            self.leafs.append((fill, region[0], region[1], first, len(self.marks) - first))
            return -len(self.leafs)
        low, high = self.halves(region, *cut)
        at = len(self.nodes)
        node = {"cut": cut, "region": region, "faces": []}
        self.nodes.append(node)
        node["front"] = self.tree(high, hit, chain + [node])
        node["back"] = self.tree(low, hit, chain + [node])
        if node["front"] == node["back"] == -1:  # solid on both sides
            self.nodes.pop()
            return -1
        return at

    def border(self, region, fill, chain):
        """Faces where the region ends at something else."""
        for axis in range(3):
            for top in (False, True):
                d = region[1][axis] if top else region[0][axis]
                node = next((n for n in reversed(chain) if n["cut"] == (axis, d)), None)
                if node is None:
                    continue
                u, v = [i for i in range(3) if i != axis]
                for rect in self.rects(region, axis, d, top, u, v, fill):
                    self.face(node, axis, d, top, u, v, rect)

    def what(self, p):
        for b in self.all:
            if all(b[0][i] < p[i] < b[1][i] for i in range(3)):
                return b[2]
        return EMPTY

    def rects(self, region, axis, d, top, u, v, fill):
        def cuts(i):
            s = {region[0][i], region[1][i]}
            for b in self.all:
                s.update(x for x in (b[0][i], b[1][i]) if region[0][i] < x < region[1][i])
            return sorted(s)
        us, vs = cuts(u), cuts(v)
        for a, b in zip(us, us[1:]):
            for c, e in zip(vs, vs[1:]):
                p = [0, 0, 0]
                p[u], p[v], p[axis] = (a + b) / 2, (c + e) / 2, d + (0.5 if top else -0.5)
                other = self.what(p)
                if other == SOLID or (other != fill and (other < SOLID or fill < SOLID)):
                    yield a, b, c, e, other if other < EMPTY else fill

    def face(self, node, axis, d, top, u, v, rect):
        a, b, c, e, kind = rect
        corners = []
        for x, y in ((a, c), (a, e), (b, e), (b, c)):
            p = [0, 0, 0]
            p[u], p[v], p[axis] = x, y, d
            corners.append(tuple(p))
        # Clockwise as seen from the side that the normal points to.
        normal_up = not top
        clockwise = (axis != 1) == normal_up
        if not clockwise:
            corners.reverse()
        first = len(self.surfedges)
        for p, q in zip(corners, corners[1:] + corners[:1]):
            self.surfedges.append(len(self.edges))
            self.edges.append((self.vert(p), self.vert(q)))
        info = TEXTURE[kind] * 3 + axis
        self.marks.append((node, len(node["faces"])))
        node["faces"].append(struct.pack("<hhihh4Bi", self.plane(axis, d), 1 if top else 0, first, 4, info, 0, 255, 255, 255, -1))

    def model(self, boxes, region):
        self.all = boxes
        first_node, first_leaf, first_mark = len(self.nodes), len(self.leafs), len(self.marks)
        root = self.tree(region, boxes, [])
        first_face = len(self.faces)
        for n in self.nodes[first_node:]:
            n["firstface"] = len(self.faces)
            self.faces += n["faces"]
        for i in range(first_mark, len(self.marks)):
            n, k = self.marks[i]
            self.marks[i] = n["firstface"] + k
        heads = [root]
        for lo, hi in HULLS[1:]:
            grown = [(tuple(b[0][i] - hi[i] for i in range(3)), tuple(b[1][i] - lo[i] for i in range(3)), SOLID) for b in boxes if b[2] == SOLID]
            heads.append(self.clip(region, grown))
        solid = [b for b in boxes] or [region]
        mins = [min(b[0][i] for b in solid) for i in range(3)]
        maxs = [max(b[1][i] for b in solid) for i in range(3)]
        self.models.append(struct.pack("<9f7i", *mins, *maxs, 0, 0, 0, *heads, 0, len(self.leafs) - first_leaf, first_face, len(self.faces) - first_face))

    def save(self, path, entities):
        ents = "".join("{\n" + "".join('"%s" "%s"\n' % kv for kv in e.items()) + "}\n" for e in entities).encode() + b"\0"
        tex = struct.pack("<i", len(NAMES))
        body, at = b"", 4 + 4 * len(NAMES)
        for i, name in enumerate(NAMES):
            tex += struct.pack("<i", at + len(body))
            pixels = [bytes((16 * i + 4 + (x // max(1, s // 2) + y // max(1, s // 2)) % 2 * 3) for y in range(s) for x in range(s)) for s in (16, 8, 4, 2)]
            body += struct.pack("<16s6I", name, 16, 16, 40, 40 + 256, 40 + 320, 40 + 336) + b"".join(pixels)
        tex += body
        infos = b""
        for i in range(len(NAMES)):
            for axis in range(3):
                u, v = [k for k in range(3) if k != axis]
                s, t = [0.0] * 4, [0.0] * 4
                s[u], t[v] = 1.0, -1.0
                infos += struct.pack("<8f2i", *s, *t, i, 1 if i else 0)
        box = lambda r: tuple(max(-32768, min(32767, int(x))) for p in r for x in p)
        nodes = b"".join(struct.pack("<i2h6h2H", self.plane(*n["cut"]), n["front"], n["back"], *box(n["region"]), n["firstface"], len(n["faces"])) for n in self.nodes)
        leafs = b"".join(struct.pack("<2i6h2H4B", c, -1, *box((lo, hi)), first, count, 0, 0, 0, 0) for c, lo, hi, first, count in self.leafs)
        lumps = [ents, b"".join(self.planes), tex, b"".join(struct.pack("<3f", *v) for v in self.verts), b"", nodes, infos,
                 b"".join(self.faces), b"", b"".join(self.clipnodes), leafs, b"".join(struct.pack("<H", m) for m in self.marks),
                 b"".join(struct.pack("<2H", *e) for e in self.edges), b"".join(struct.pack("<i", s) for s in self.surfedges), b"".join(self.models)]
        out, at = struct.pack("<i", 29), 4 + 8 * 15
        for l in lumps:
            out += struct.pack("<2i", at, len(l))
            at += len(l) + -len(l) % 4
        with open(path, "wb") as f:
            f.write(out + b"".join(l + b"\0" * (-len(l) % 4) for l in lumps))


def write(path, boxes, submodels, entities):
    """boxes: (mins, maxs, contents), earlier ones win; submodels: a box each, "*1" on."""
    w = Writer()
    far = 4096
    lo = [min(b[0][i] for b in boxes) for i in range(3)]
    hi = [max(b[1][i] for b in boxes) for i in range(3)]
    rim = []
    for i in range(3):
        a, b = [-far] * 3, [far] * 3
        b[i] = lo[i]
        rim.append((tuple(a), tuple(b), SOLID))
        a, b = [-far] * 3, [far] * 3
        a[i] = hi[i]
        rim.append((tuple(a), tuple(b), SOLID))
    region = ((-far,) * 3, (far,) * 3)
    order = sorted(rim + boxes, key=lambda b: b[2] != SOLID)
    w.model(order, region)
    for b in submodels:
        w.model([(b[0], b[1], SOLID)], region)
    w.save(path, entities)
