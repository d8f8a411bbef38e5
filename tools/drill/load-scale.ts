/** The size of the load of a drill. */
export type LoadScale = {
  /** The number of gateways. Each gateway reports once a second. */
  gateways: number
  /** The number of pages on the event bus. The owners and guests share them. */
  pages: number
  /** The number of people who save or read something about once a second. */
  savers: number
  /** The number of people who request exports and fetch the files. */
  exporters: number
}

export const fullLoadScale: LoadScale = { gateways: 200, pages: 500, savers: 20, exporters: 4 }

export const shortLoadScale: LoadScale = { gateways: 40, pages: 60, savers: 6, exporters: 1 }
