package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"fragscope/cmd/fragscope/desktop"
)

// The parts of an SPDX 2.3 document in use (https://spdx.github.io/spdx-spec/v2.3/).
type (
	spdxDocument struct {
		SPDXID            string             `json:"SPDXID"`
		SPDXVersion       string             `json:"spdxVersion"`
		Name              string             `json:"name"`
		DataLicense       string             `json:"dataLicense"`
		DocumentNamespace string             `json:"documentNamespace"`
		CreationInfo      spdxCreation       `json:"creationInfo"`
		Packages          []spdxPackage      `json:"packages"`
		Relationships     []spdxRelationship `json:"relationships"`
	}
	spdxCreation struct {
		Created  string   `json:"created"`
		Creators []string `json:"creators"`
	}
	spdxPackage struct {
		SPDXID           string    `json:"SPDXID"`
		Name             string    `json:"name"`
		VersionInfo      string    `json:"versionInfo,omitempty"`
		DownloadLocation string    `json:"downloadLocation"`
		FilesAnalyzed    bool      `json:"filesAnalyzed"`
		LicenseConcluded string    `json:"licenseConcluded"`
		LicenseDeclared  string    `json:"licenseDeclared"`
		CopyrightText    string    `json:"copyrightText"`
		ExternalRefs     []spdxRef `json:"externalRefs,omitempty"`
	}
	spdxRef struct {
		Category string `json:"referenceCategory"`
		Type     string `json:"referenceType"`
		Locator  string `json:"referenceLocator"`
	}
	spdxRelationship struct {
		Element string `json:"spdxElementId"`
		Type    string `json:"relationshipType"`
		Related string `json:"relatedSpdxElement"`
	}
)

var notInSPDXID = regexp.MustCompile(`[^A-Za-z0-9.-]+`)

// sbom returns the list of everything in the programs, as SPDX JSON.
func (r *release) sbom() ([]byte, error) {
	d := spdxDocument{
		SPDXID: "SPDXRef-DOCUMENT", SPDXVersion: "SPDX-2.3", Name: desktop.ID + "-" + r.version, DataLicense: "CC0-1.0",
		DocumentNamespace: fmt.Sprintf("%s/spdx/%s-%s", desktop.Homepage, r.version, r.commit),
		CreationInfo: spdxCreation{r.when.Format(time.RFC3339), []string{"Organization: The Fragscope authors",
			"Tool: mkrelease"}},
	}
	for i, w := range append([]work{r.itself()}, r.others...) {
		license, err := w.ids()
		if err != nil {
			return nil, err
		}
		p := spdxPackage{
			SPDXID: "SPDXRef-" + notInSPDXID.ReplaceAllString(w.path, "-"), Name: w.path, VersionInfo: w.version,
			DownloadLocation: "NOASSERTION", LicenseConcluded: license, LicenseDeclared: license,
			CopyrightText: w.holders()[0],
		}
		if w.version != "" && i > 0 {
			p.ExternalRefs = []spdxRef{{"PACKAGE-MANAGER", "purl", "pkg:golang/" + w.path + "@" + w.version}}
		}
		kind, from := "DEPENDS_ON", d.SPDXID
		if i == 0 {
			kind = "DESCRIBES"
		} else {
			from = d.Packages[0].SPDXID
		}
		d.Packages = append(d.Packages, p)
		d.Relationships = append(d.Relationships, spdxRelationship{from, kind, p.SPDXID})
	}
	data, err := json.MarshalIndent(d, "", "  ")
	return append(data, '\n'), err
}
