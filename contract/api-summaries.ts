import type { Api } from './api.ts'

/**
 * A one-sentence summary of each path of /api/2, for the OpenAPI document. A separate file, because the page does not
 * need it.
 */
export const apiSummaries: Readonly<Record<keyof Api, string>> = {
  listConnections: 'The appliances of the signed-in user, newest first',
  readConnection: 'One appliance of the signed-in user',
  addConnection: 'Claims a gateway with the codes on its sticker',
  renameConnection: 'What the user calls an appliance; everybody who has it has a name of their own for it',
  readHistory: 'What an appliance measured in a range, its statuses and faults, within the time of the signed-in user',
  deleteConnection: "Removes an appliance from the user's list; the owner's deletion ends its contracts and address",
  changeAddress: 'Where an appliance stands; the country stays while a company serves it',
  addContract: 'Connects a service provider or customer support, with the consent of the owner',
  endContract: 'Ends the contract with a company',
  renewConsent: 'Consents to the latest version',
  searchProviders: 'Service providers of a country and of brands, best matches first',
  listSupportCompanies: 'The support companies of brands',
  readCompany: 'One service provider',
  checkReturnAddress: 'Whether a company may have its invited owners sent to an address; it answers the address',
  listFaults: 'What faults mean and what to do, by their codes, in one language',
  readUser: 'The signed-in user',
  changeUser: 'Changes the country, or the account details, of the signed-in user',
  readTerms: "The terms of service of the user's country",
  readTermsStatus: 'Whether the user has accepted the terms, and whether there are newer ones',
  acceptTerms: 'Accepts a version of the terms, and sets the country where none was chosen',
  listDataExports: "The owner's requests for exports under the EU Data Act, newest first",
  requestDataExport: 'Requests an export; the same request again, while it is under way, answers that one',
  downloadDataExport: 'A file of an export: a Frictionless Data Package as a ZIP archive',
  readExportChart: 'What an export of a range would show, as a chart',
  subscribe: 'Replaces what the user hears of on the event bus',
  unsubscribe: 'Removes all subscriptions of the user',
  listNotices: 'What the signed-in user was told in the portal, newest first',
  readNotices: 'Marks notices, or all of them, as read',
  readNoticeSettings: 'How the signed-in user is told of what, and which ways there are',
  changeNoticeSettings: 'Sets how the signed-in user is told of what',
  addPushSubscription: 'Has web push reach a browser, as long as its session lasts',
  listPushSubscriptions: 'The browsers of the signed-in user that web push reaches',
  removePushBrowser: 'Web push no longer reaches this browser of the user',
  removePushSubscription: 'Web push reaches a browser no more',
  verifyEmail: 'Has a code sent to the contact e-mail, or confirms the address with it',
  writeClientLog: 'Takes a warning or an error of the page',
}
