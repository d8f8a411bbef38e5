import type en from './catalogs/en.json'

/** The key of a message; the English catalog says which there are. */
export type MessageId = keyof typeof en

export type Values = Record<string, string | number>

/** A message in the reader's language, with its placeholders filled in. */
export type Translate = (id: MessageId, values?: Values) => string

/** A message to be translated where it is shown. */
export type Sentence = readonly [id: MessageId, values?: Values]
