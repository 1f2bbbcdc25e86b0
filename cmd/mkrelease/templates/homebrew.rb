class Fragscope < Formula
  desc "{{.Summary}}"
  homepage "{{.Homepage}}"
  url "{{.URL}}/{{.Source.Name}}"
  sha256 "{{.Source.SHA256}}"
  license "MIT"

  depends_on "go" => :build

  def install
    ENV["CGO_ENABLED"] = "0"
    system "make", "install", "prefix=#{prefix}"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/fragscope --version")
    assert_match "quake3", shell_output("#{bin}/fragscope info sample:")
  end
end
