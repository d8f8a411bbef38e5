import type { Brand } from '#brands/brand.ts'

export const brand: Brand = {
  id: 'fir',
  name: 'Fir',
  title: null,
  logo: null,
  favicon: null,
  countries: ['FR'],
  supportMail: 'support@fir.example',
  supportPhone: '+33 1 99 00 12 34',
  appStoreLinks: {
    ios: 'https://apps.fir.example/ios',
    android: 'https://apps.fir.example/android',
  },
  privacyCookie: 'fir_privacy',
  dataActUrl: 'https://www.fir.example/data-act',
}
