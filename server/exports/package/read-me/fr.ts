import type { ReadMeText } from './text.ts'

export const fr: ReadMeText = {
  title: 'Vos données selon le règlement européen sur les données',
  about:
    'Cette archive contient des données de l’appareil portant le numéro de série {serial}, du {from} au {until} (UTC).',
  inHere: 'Contenu de l’archive',
  files: {
    'telemetry.csv':
      'toutes les mesures de l’appareil sous forme de tableau : heure, point de données, valeur, unité et qualité (good : bonne ; stale : reçue tardivement ; suspect : peu plausible)',
    'telemetry.ndjson': 'les mêmes mesures, lisibles par des programmes, un objet JSON par ligne',
    'gaps.csv':
      'pour chaque jour et point de données : ce qui était attendu, ce qui a été livré et pourquoi quelque chose manque',
    'events.csv': 'défauts avec code, gravité, début et fin',
    'access.csv':
      'contrats et consentements : qui pouvait voir l’appareil, avec quelle autorisation, depuis quand et jusqu’à quand',
    'connection.json': 'l’appareil, la date à laquelle vous l’avez ajouté et l’adresse',
    'status.csv': 'évolution de l’état de l’appareil',
    'settings.csv': 'modifications des réglages de service et leur auteur',
    'dictionary.csv': 'ce que signifie chaque point de données, avec son unité et ses limites',
    'exclusions.json': 'ce qui a été omis et pour quel motif',
    'datapackage.json': 'une description de tous les fichiers, lisible par des programmes (Frictionless Data Package)',
    'manifest.sha256': 'une somme de contrôle de chaque fichier',
  },
  howToOpen: 'Comment ouvrir l’archive',
  opening: [
    'Tableaux (.csv) : importez-les dans un tableur avec le jeu de caractères UTF-8, des virgules entre les colonnes et un point avant les décimales. Une cellule vide signifie qu’il n’y a pas de valeur.',
    'Un tableur ouvre au plus 1 048 576 lignes d’un tableau. Au bout d’environ neuf mois, telemetry.csv peut en compter davantage : demandez alors des périodes plus courtes ou ouvrez le fichier dans un programme conçu pour les grands tableaux.',
    'Toutes les heures sont en UTC et peuvent différer de votre heure locale.',
    'Un texte qu’un tableur pourrait prendre pour une formule est précédé d’une apostrophe.',
    'Les fichiers se terminant par .json, .ndjson et .sha256 sont du texte brut.',
  ],
  rights: 'Vos droits',
  rightLines: [
    'En vertu de l’article 4 du règlement (UE) 2023/2854 (règlement sur les données), vous recevez les données que votre appareil et ce service génèrent, gratuitement et avec la même qualité que celle dont nous disposons.',
    'Vous pouvez utiliser les données à toute fin licite et les partager avec des tiers de votre choix, ou nous demander de les partager (article 5), mais pas avec des contrôleurs d’accès au sens du règlement (UE) 2022/1925.',
    'Vous ne pouvez pas utiliser les données pour développer un produit concurrent de l’appareil (article 4, paragraphe 10).',
    'Vos droits sur vos données à caractère personnel selon le règlement (UE) 2016/679 (RGPD) ne sont pas affectés.',
    'Si vous vivez en dehors de l’Union européenne, nous vous donnons les mêmes données à titre volontaire.',
  ],
  whereToComplain: 'Où adresser une réclamation',
  complaints: [
    'Veuillez d’abord vous adresser à {brand} : {mail}.',
    'Vous pouvez introduire une réclamation auprès de l’autorité compétente pour le règlement sur les données du pays où vous vivez ou travaillez, ou dans lequel l’infraction a eu lieu (article 38).',
    'Pour les données à caractère personnel, vous pouvez aussi vous adresser à votre autorité de protection des données.',
  ],
  more: 'En savoir plus sur les données et les conditions : {url}',
}
