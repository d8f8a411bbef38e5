/** The names of the files of a package with personal data. Each file contains a JSON array. */
export const personalDataFileNames = [
  'account.json',
  'terms.json',
  'sessions.json',
  'browsers.json',
  'appliances.json',
  'invitations.json',
  'consents.json',
  'settings-changes.json',
  'notifications.json',
  'notification-settings.json',
  'exports.json',
  'activity.json',
] as const

/** The folder with a file for each receipt. */
export const receiptsFolder = 'receipts/'

export type PersonalDataFileName = (typeof personalDataFileNames)[number]
