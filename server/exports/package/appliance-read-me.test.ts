import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { packageFileNames } from './package-contents.ts'
import { applianceReadMeTexts } from './appliance-read-me.ts'

/**
 * The maximum number of rows in a sheet of common spreadsheet programs. Five-minute reports exceed it after about
 * nine months.
 */
const rowsOfASheet = '1048576'

test.each(languages)(
  'the read-me in %s says how many rows a spreadsheet program opens, and which file has more',
  (language) => {
    const lines = applianceReadMeTexts[language].opening.filter((line) => line.replaceAll(/\D/gu, '') === rowsOfASheet)
    expect(lines).toEqual([expect.stringContaining('telemetry.csv')])
  },
)

test.each(languages)('the read-me in %s explains the files of a package, and no others', (language) => {
  expect(Object.keys(applianceReadMeTexts[language].files).toSorted()).toEqual([...packageFileNames].toSorted())
})
