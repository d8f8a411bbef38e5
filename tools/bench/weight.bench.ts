import { withPages } from './page/portal.ts'
import { printFigure, printRatio } from './print.ts'
import { bytesOf, type LoadedFiles, loadedFiles } from './weight/loaded-files.ts'
import { differences, readReadOut, writeReadOut } from './weight/read-out.ts'

// What the appliance list loads until it stands and is live, in English, in a browser that knows nothing yet: brotli, as
// Chromium gets it. Against React with one component, from the same Vite. `--update` keeps the new figures.
const barScript = { atMost: 140 }
const barRatio = { atMost: 2.8 }

await withPages(async ({ browser, portalUrl, bareUrl, cookies }) => {
  const ours = await loadedFiles(browser, { url: `${portalUrl}/appliances`, cookies, shows: 'article' })
  const floor = await loadedFiles(browser, { url: bareUrl, shows: 'main' })
  print(ours, floor)
  await compare(ours)
})

function print(ours: LoadedFiles, floor: LoadedFiles): void {
  const [script, bareScript] = [bytesOf(ours.script) / 1000, bytesOf(floor.script) / 1000]
  const figures = `a bare page ${bareScript.toFixed(1)} kB`
  printFigure('script of the first signed-in view', [script], { unit: 'kB', bar: barScript, figures })
  printRatio('script, against a bare page', [[script], [bareScript]], { bar: barRatio, figures })
  say(`style: ${(bytesOf(ours.style) / 1000).toFixed(1)} kB (no bar)`)
}

async function compare(ours: LoadedFiles): Promise<void> {
  if (process.argv.includes('--update')) return writeReadOut(ours)
  const changed = differences(await readReadOut(), ours)
  if (changed.length === 0) return say('as in tools/bench/weight/read-out.json')
  say(`not as in tools/bench/weight/read-out.json; if this is wanted: npm run bench -- weight --update`)
  for (const line of changed) say(`  ${line}`)
  process.exitCode = 1
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
