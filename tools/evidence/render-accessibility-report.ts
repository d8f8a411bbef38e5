import { escapeHtml } from '#contract/escape-html.ts'
import type { OpenAcr } from './open-acr.ts'

type Chapter = OpenAcr['chapters']['success_criteria_level_a']

/** Renders the report as one HTML page without scripts, for readers who have no tool for OpenACR. */
export function renderAccessibilityReport(report: OpenAcr): string {
  const { title, product, report_date: date, notes, evaluation_methods_used: methods, chapters } = report
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>body{font:1rem/1.5 system-ui;margin:2rem auto;max-width:70rem;padding:0 1rem}table{border-collapse:collapse;width:100%}
th,td{border:1px solid;padding:.5rem;text-align:left;vertical-align:top}</style>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(product.description)} Version ${escapeHtml(product.version)}. Report of ${date}.</p>
<p>${escapeHtml(notes)}</p>
<h2>Evaluation methods</h2>
<p>${escapeHtml(methods)}</p>
${tableOf('Success criteria, level A', chapters.success_criteria_level_a)}
${tableOf('Success criteria, level AA', chapters.success_criteria_level_aa)}
</main>
</html>
`
}

function tableOf(heading: string, { criteria }: Chapter): string {
  const rows = criteria.map(({ num, handle, components }) => {
    const cells = components.map(({ adherence }) => `<td>${adherence.level}<td>${escapeHtml(adherence.notes)}`)
    return `<tr><th scope="row">${num} ${escapeHtml(handle)}${cells.join('')}`
  })
  const head = '<thead><tr><th scope="col">Criterion<th scope="col">Conformance<th scope="col">Remarks</thead>'
  return `<h2>${heading}</h2>\n<table>${head}<tbody>\n${rows.join('\n')}\n</table>`
}
