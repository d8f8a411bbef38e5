import type { Brand } from '#brands/brand.ts'

export const brand: Brand = {
  id: 'dogwood',
  name: 'Dogwood',
  title: 'Dogwood Gateway Portal',
  logo: 'logo.svg',
  favicon: 'favicon.svg',
  countries: ['NL'],
  supportMail: 'support@dogwood.example',
  supportPhone: null,
  appStoreLinks: {
    ios: 'https://apps.dogwood.example/ios',
    android: 'https://apps.dogwood.example/android',
  },
  privacyCookie: 'dogwood_privacy',
  dataActUrl: 'https://www.dogwood.example/data-act',
}
