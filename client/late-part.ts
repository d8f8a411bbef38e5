/**
 * The code that each signed-in person needs after the first view: drawing and day chart of a card, bell, texts of
 * notices, and the last state for the offline page. Because it is one file, the browser loads one file instead of
 * eight. Import it only dynamically.
 */
export { startStoringLastState } from './app/keep-state.ts'
export { addNoticeEffects } from './app/notice-effects.ts'
export { DayLine } from './appliances/readings/day-line/day-line.tsx'
export { loadFaultTexts, loadNoticeScreenTexts, loadNoticeTexts } from './i18n/notice-texts.ts'
export { ApplianceDrawing } from './icons/appliance-drawing.tsx'
export { NoticeBell } from './notices/notice-bell.tsx'
