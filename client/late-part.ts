/**
 * The parts that every signed-in person gets after the first view is shown, as one file instead of eight: the drawing
 * and the last 24 hours of a card, the bell, and the state for times without a network. Import this file only on
 * demand.
 */
export { keepState } from './app/keep-state.ts'
export { addNoticeEffects } from './app/notice-effects.ts'
export { DayLine } from './appliances/readings/day-line/day-line.tsx'
export { loadFaultTexts, loadNoticeScreenTexts, loadNoticeTexts } from './i18n/notice-texts.ts'
export { ApplianceDrawing } from './icons/appliance-drawing.tsx'
export { NoticeBell } from './notices/notice-bell.tsx'
