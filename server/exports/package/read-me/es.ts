import type { ReadMeText } from './text.ts'

export const es: ReadMeText = {
  title: 'Sus datos según el Reglamento de Datos de la UE',
  about: 'Este paquete contiene datos del equipo con el número de serie {serial}, del {from} al {until} (UTC).',
  inHere: 'Qué contiene el paquete',
  files: {
    'telemetry.csv':
      'todas las lecturas del equipo en forma de tabla: hora, punto de datos, valor, unidad y calidad (good: buena; stale: recibida con retraso; suspect: no verosímil)',
    'telemetry.ndjson': 'las mismas lecturas, legibles por programas, un objeto JSON por línea',
    'gaps.csv': 'para cada día y punto de datos: cuánto se esperaba, cuánto se entregó y por qué falta algo',
    'events.csv': 'averías con código, gravedad, inicio y fin',
    'access.csv':
      'contratos y consentimientos: quién podía ver el equipo, con qué permiso, desde cuándo y hasta cuándo',
    'connection.json': 'el equipo, la fecha en que lo añadió y la dirección',
    'status.csv': 'evolución del estado del equipo',
    'settings.csv': 'cambios de los ajustes de servicio y quién los hizo',
    'dictionary.csv': 'qué significa cada punto de datos, con su unidad y sus límites',
    'exclusions.json': 'qué se ha omitido y por qué motivo',
    'datapackage.json': 'una descripción de todos los archivos, legible por programas (Frictionless Data Package)',
    'manifest.sha256': 'una suma de verificación de cada archivo',
  },
  howToOpen: 'Cómo abrir el paquete',
  opening: [
    'Tablas (.csv): impórtelas en una hoja de cálculo con el juego de caracteres UTF-8, comas entre las columnas y un punto antes de los decimales. Una celda vacía significa que no hay ningún valor.',
    'Una hoja de cálculo abre como máximo 1 048 576 filas de una tabla. Tras unos nueve meses, telemetry.csv puede tener más: en ese caso, solicite períodos más cortos o abra el archivo en un programa para tablas grandes.',
    'Todas las horas están en UTC y pueden diferir de su hora local.',
    'El texto que una hoja de cálculo podría tomar por una fórmula lleva un apóstrofo delante.',
    'Los archivos que terminan en .json, .ndjson y .sha256 son texto sin formato.',
  ],
  rights: 'Sus derechos',
  rightLines: [
    'Según el artículo 4 del Reglamento (UE) 2023/2854 (Reglamento de Datos), usted recibe los datos que generan su equipo y este servicio, gratuitamente y con la misma calidad de la que disponemos nosotros.',
    'Puede utilizar los datos para cualquier fin lícito y compartirlos con terceros de su elección, o pedirnos que los compartamos (artículo 5), pero no con guardianes de acceso en el sentido del Reglamento (UE) 2022/1925.',
    'No puede utilizar los datos para desarrollar un producto que compita con el equipo (artículo 4, apartado 10).',
    'Sus derechos sobre sus datos personales según el Reglamento (UE) 2016/679 (RGPD) no se ven afectados.',
    'Si vive fuera de la Unión Europea, le damos los mismos datos de forma voluntaria.',
  ],
  whereToComplain: 'Dónde reclamar',
  complaints: [
    'Diríjase primero a {brand}: {mail}.',
    'Puede presentar una reclamación ante la autoridad competente para el Reglamento de Datos del país donde vive o trabaja, o donde se produjo la infracción (artículo 38).',
    'En cuanto a los datos personales, también puede dirigirse a su autoridad de protección de datos.',
  ],
  more: 'Más sobre los datos y las condiciones: {url}',
}
