import type en from './catalogs/en.json'
import type faults from './fault-catalogs/en.json'

/** The key of a message; the English catalogs say which there are. Those about faults are loaded by who shows them. */
export type MessageId = keyof typeof en | keyof typeof faults

export type Values = Record<string, string | number>

/** A message in the reader's language, with its placeholders filled in. */
export type Translate = (id: MessageId, values?: Values) => string

/** A message to be translated where it is shown. */
export type Sentence = readonly [id: MessageId, values?: Values]
