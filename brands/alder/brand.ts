import type { Brand } from '#brands/brand.ts'

export const brand: Brand = {
  id: 'alder',
  name: 'Alder',
  title: 'Alder Gateway Portal',
  logo: 'logo.svg',
  favicon: 'favicon.svg',
  countries: ['GB'],
  supportMail: 'support@alder.example',
  supportPhone: '+44 20 7946 0101',
  appStoreLinks: {
    ios: 'https://apps.alder.example/ios',
    android: 'https://apps.alder.example/android',
  },
  privacyCookie: 'alder_privacy',
  dataActUrl: 'https://www.alder.example/data-act',
}
