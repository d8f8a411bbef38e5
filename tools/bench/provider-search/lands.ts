import type { Country } from '#contract/countries.ts'

/** What company names, surnames, towns and postal codes of a country are made of. */
export type Land = {
  /** Its part of all companies, in thousandths. */
  share: number
  trades: string
  forms: string
  /** Beginnings, middles and ends of surnames and towns. */
  heads: string
  middles: string
  tails: string
  towns: string
  /** `9` stands for a digit, `A` for a letter. */
  postalCode: string
}

const german = {
  trades:
    'Heizung Heizungsbau Sanitär Haustechnik Wärmetechnik Heiztechnik Installation Installateur Energietechnik Gebäudetechnik Wärmepumpen Heizungsdienst Klima Solartechnik Badstudio Ofenbau Kältetechnik Lüftung Gastechnik Rohrbau',
  forms: 'GmbH KG OHG e.K. GmbH&Co.KG UG Söhne Meisterbetrieb',
  heads:
    'Ba Be Bi Bo Brand Bü Da Die Do Ecker Fal Feld Fi Fran Ga Gerst Grün Ha Hart Hei Hof Holl Hu Ja Kai Ke Klein Kö Kru La Leh Lin Lo Ma Mei Mo Mül Na Neu Ober Pe Pfei Ra Rei Ro Sä Schä Schmi Schnei Schrö Sei Stein Stö Thal Uhl Vo Wa Weg Wie Wol Zei Zim',
  middles:
    'ber bren cken del den fen ger gen hol ken ler len mer mann nen ner ren ring ser sen ster ten ter tel wal wei zen',
  tails:
    'acher auer bach baum berg berger burg dorf ein er feld felder hauer haus heim hofer horn huber inger ke land ler lich mann meier meister müller ner rich schmidt stein thaler wald ling',
}

const slavic = {
  heads:
    'Bar Bed Ben Bor Brab Cer Dob Dole Dra Du Fia Hav Hlad Hol Hora Hru Jan Jel Kad Kal Klim Kol Kop Kov Kra Kub Lis Lud Mal Mar Mat Mik Nov Pav Pet Pol Pro Rad Roz Ryb Sed Sko Slav Sob Stan Suk Svo Tom Trn Urb Vac Ves Vlk Zah Zem',
  middles: 'a e i o u ov an en in ol ar er ic ec ad ed ip uš iš áč éč ýn',
  tails: 'ák ek ík ka ko la le na ný ov ová ovský ička čík ský ster ta tko vec áček',
}

const romance = {
  heads:
    'Al An Ar Bal Bar Bel Ben Ber Bo Bra Cal Can Car Cas Col Cor Cos De Do Du Es Fa Fer Fi Fo Ga Ger Gra Gui La Le Li Lo Ma Mar Me Mo Mon Na Ol Pa Pe Pi Po Ra Ri Ro Sa San Se So Ta To Va Ve Vi Za',
  middles: 'ba be ber bo ca ce da de do ga ge la le li lo ma mi na ne ni no ra re ri ro sa si ta te ti to va ve zo',
  tails:
    'ard ari as aux ault dini di ega elli ero etti eux ez ier ini ino inho is li lli nedo net ni ora oso ot tini tti ves zi zzo',
}

const nordic = {
  heads:
    'Al An Ander Arn As Berg Bjør Bo Brand Da Ek El Er Fal Fri Fors Gran Gun Hag Hal Han Hed Hen Hol Jen Jo Kar Kjel Kri Lar Lind Lun Mad Mal Mor Nor Ny Ol Pe Ras Ro Sand Sjö Skov Sol Sten Stor Strand Sund Sva Thor Ul Vest Vik Wal Øster Åker',
  middles: 'ber da de den e er fre ga ge ha hol kel la len ma man mes ne nes re ri se ste ter ti tor va ve',
  tails:
    'berg blom borg by dal gaard gren holm holt land lund mark ng nes qvist rup sen skov son sson stad strand ström sund toft vad vall vik',
}

const dutch = {
  heads:
    'Aa Ach Bak Bee Ber Blo Boer Bos Brou Bui Claa De Dek Dij Doo Eg Groe Haa Ham Hei Hen Hof Huis Jan Kei Klaa Koe Kok Kui Lam Lee Maas Meer Mul Nij Oos Pee Pos Rei Rij Roo Ruy Schip Smi Ster Tim Vel Ver Vis Vos Wes Wil Zon Zwa',
  middles: 'ber den der dij en er ge ger hui ke ken ker le len ma men mer nen ner ren se sen ste ter ven ver wij',
  tails:
    'berg boom broek bos burg dam den dijk haar hof horst hout huis kamp laan land ma man meijer ink stra sma veld ven wijk zand zoon',
}

const english = {
  heads:
    'Ab Ash Ba Black Bra Bri Brom Bur Cal Car Chat Clay Col Cra Dal Dar Den Dun Eas El Fair Far Gar Gil Glen Gra Hal Har Hen Hol Hud Ken Kin Lan Lin Mac Mar Mil Mor New Nor Oak Par Pen Pres Red Ros Sel Sha Shel Stan Sut Thor Wal War Wes Whit Win',
  middles:
    'a be ber bor bur by den der dle e er field ging hea ing ken lan ler ling man mer more ning ring ron ster ter ting ton wor',
  tails:
    'bourne bridge brook bury by combe cott den don field ford gate ham hill hurst ington land ley man more mouth ridge shaw son stead stone ston ton well wick wood worth',
}

/** Weights follow the size of the countries; towns stand in the order of theirs. */
export const lands: Readonly<Record<Country, Land>> = {
  DE: {
    ...german,
    share: 220,
    postalCode: '99999',
    towns:
      'Berlin|Hamburg|München|Köln|Frankfurt am Main|Stuttgart|Düsseldorf|Leipzig|Dortmund|Essen|Bremen|Dresden|Hannover|Nürnberg|Duisburg|Bochum|Wuppertal|Bielefeld|Bonn|Münster',
  },
  AT: {
    ...german,
    share: 40,
    postalCode: '9999',
    towns: 'Wien|Graz|Linz|Salzburg|Innsbruck|Klagenfurt am Wörthersee|Villach|Wels|Sankt Pölten|Dornbirn',
  },
  CH: {
    ...german,
    share: 40,
    postalCode: '9999',
    towns: 'Zürich|Genève|Basel|Lausanne|Bern|Winterthur|Luzern|Sankt Gallen|Lugano|Biel',
  },
  LU: {
    ...german,
    share: 10,
    postalCode: '9999',
    towns: 'Luxembourg|Esch-sur-Alzette|Differdange|Dudelange|Ettelbruck',
  },
  FR: {
    ...romance,
    share: 150,
    postalCode: '99999',
    forms: 'SARL SAS EURL SA Frères Fils',
    trades:
      'Chauffage Plomberie Sanitaire Thermique Énergie Climatisation Chaudières Dépannage Installation Génie Chaleur Solaire Pompes Ramonage Entretien',
    towns:
      'Paris|Marseille|Lyon|Toulouse|Nice|Nantes|Montpellier|Strasbourg|Bordeaux|Lille|Rennes|Reims|Saint-Étienne|Le Havre|Toulon|Grenoble|Dijon|Angers',
  },
  GB: {
    ...english,
    share: 140,
    postalCode: 'AA9 9AA',
    forms: 'Ltd Limited LLP Sons Brothers Group',
    trades:
      'Heating Plumbing Boilers Gas Heat Pumps Energy Services Mechanical Installations Engineers Maintenance Renewables Property Homes',
    towns:
      'London|Birmingham|Leeds|Glasgow|Sheffield|Bradford|Liverpool|Edinburgh|Manchester|Bristol|Wakefield|Cardiff|Coventry|Nottingham|Leicester|Sunderland|Belfast|Newcastle upon Tyne',
  },
  IT: {
    ...romance,
    share: 130,
    postalCode: '99999',
    forms: 'S.r.l. S.n.c. S.p.A. Fratelli Figli',
    trades:
      'Termoidraulica Idraulica Impianti Caldaie Riscaldamento Calore Clima Energia Termica Assistenza Installazioni Pompe Solare Idrotermica',
    towns:
      'Roma|Milano|Napoli|Torino|Palermo|Genova|Bologna|Firenze|Bari|Catania|Venezia|Verona|Messina|Padova|Trieste|Brescia',
  },
  ES: {
    ...romance,
    share: 90,
    postalCode: '99999',
    forms: 'S.L. S.A. Hermanos Hijos',
    trades:
      'Calefacción Fontanería Calderas Instalaciones Climatización Gas Energía Térmica Mantenimiento Servicios Aerotermia Solar',
    towns:
      'Madrid|Barcelona|Valencia|Sevilla|Zaragoza|Málaga|Murcia|Palma|Bilbao|Alicante|Córdoba|Valladolid|Vigo|Gijón',
  },
  PL: {
    ...slavic,
    share: 70,
    postalCode: '99-999',
    forms: 'sp.zo.o. s.c. S.A. Synowie',
    trades: 'Instalacje Ogrzewanie Hydraulika Kotły Pompy Ciepło Gaz Serwis Energia Technika Klimatyzacja Sanitarne',
    towns: 'Warszawa|Kraków|Łódź|Wrocław|Poznań|Gdańsk|Szczecin|Bydgoszcz|Lublin|Białystok|Katowice|Gdynia|Częstochowa',
  },
  NL: {
    ...dutch,
    share: 40,
    postalCode: '9999 AA',
    forms: 'B.V. V.O.F. Zonen',
    trades:
      'Installatie Installatiebedrijf Verwarming Loodgieter Ketels Klimaat Warmte Techniek Energie Warmtepompen Service Onderhoud',
    towns: 'Amsterdam|Rotterdam|Den Haag|Utrecht|Eindhoven|Groningen|Tilburg|Almere|Breda|Nijmegen|Apeldoorn|Haarlem',
  },
  BE: {
    ...dutch,
    share: 20,
    postalCode: '9999',
    forms: 'BV SRL NV Zonen',
    trades: 'Verwarming Chauffage Installatie Sanitair Loodgieter Plomberie Energie Techniek Warmte Service',
    towns: 'Bruxelles|Antwerpen|Gent|Charleroi|Liège|Brugge|Namur|Leuven|Mons',
  },
  SE: {
    ...nordic,
    share: 15,
    postalCode: '999 99',
    forms: 'AB HB Söner',
    trades: 'Värme Rör Energi VVS Panntjänst Värmepumpar Teknik Service Installation Klimat',
    towns: 'Stockholm|Göteborg|Malmö|Uppsala|Västerås|Örebro|Linköping|Helsingborg|Jönköping',
  },
  CZ: {
    ...slavic,
    share: 15,
    postalCode: '999 99',
    forms: 's.r.o. a.s. Synové',
    trades: 'Topení Teplo Instalatérství Plyn Kotle Servis Energie Topenářství Voda Technika',
    towns: 'Praha|Brno|Ostrava|Plzeň|Liberec|Olomouc|České Budějovice|Hradec Králové',
  },
  DK: {
    ...nordic,
    share: 10,
    postalCode: '9999',
    forms: 'ApS A/S Sønner',
    trades: 'Varme VVS Blikkenslager Energi Fjernvarme Varmepumper Service Rør Teknik',
    towns: 'København|Aarhus|Odense|Aalborg|Esbjerg|Randers|Kolding|Horsens',
  },
  SK: {
    ...slavic,
    share: 5,
    postalCode: '999 99',
    forms: 's.r.o. a.s.',
    trades: 'Kúrenie Teplo Plynoservis Kotly Voda Energia Servis Technika',
    towns: 'Bratislava|Košice|Prešov|Žilina|Banská Bystrica|Nitra',
  },
  SI: {
    ...slavic,
    share: 3,
    postalCode: '9999',
    forms: 'd.o.o. s.p.',
    trades: 'Ogrevanje Toplota Inštalacije Plin Kotli Servis Energija Tehnika',
    towns: 'Ljubljana|Maribor|Celje|Kranj|Koper|Velenje',
  },
  FO: {
    ...nordic,
    share: 2,
    postalCode: '999',
    forms: 'Sp/f P/F',
    trades: 'Hiti Hitavirki Rør Orka Tænasta Pípuverk',
    towns: 'Tórshavn|Klaksvík|Hoyvík|Runavík|Tvøroyri',
  },
}
