import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { readMeTexts } from './read-me.ts'

/** Rows of a sheet in the widespread spreadsheet programs; five-minute reports pass it after about nine months. */
const rowsOfASheet = '1048576'

test.each(languages)(
  'the read-me in %s says how many rows a spreadsheet program opens, and of which file',
  (language) => {
    const lines = readMeTexts[language].opening.filter((line) => line.replaceAll(/\D/gu, '') === rowsOfASheet)
    expect(lines).toEqual([expect.stringContaining('telemetry.csv')])
  },
)
