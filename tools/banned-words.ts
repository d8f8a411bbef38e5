/** Words that have several meanings, or for which readers would not search. `write`: the words to use instead. */
export const bannedWords: readonly { word: RegExp; write: string }[] = [
  { word: /\btell(?:s|ing)?\b|\btold\b/iu, write: 'send, deliver, publish, answer, notify' },
  { word: /\bhear(?:s|d|ing)?\b/iu, write: 'receive, subscribe, last seen' },
  { word: /\b(?:whoever|whatever|whichever)\b/iu, write: 'a person who, any' },
  { word: /\bbeside\b/iu, write: 'next to, as well as' },
  { word: /\banew\b/iu, write: 'again' },
  { word: /\balone\b/iu, write: 'only' },
  { word: /\bstands\b/iu, write: 'is' },
  { word: /\btoo[.,;:]/iu, write: 'also' },
  { word: /\bthere is to\b/iu, write: 'the noun' },
  { word: /\busual(?:ly)?\b/iu, write: 'default, common, most often' },
  { word: /\bforg[eo]t(?:s|ten)?\b/iu, write: 'delete, discard, drop, clear' },
  { word: /\bfor ever\b/iu, write: 'forever' },
]
