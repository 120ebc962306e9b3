/** The own words of the bar over a locked page, as the background sends them. */
export const BAR_WORDS = {
  lang: 'en',
  dir: 'ltr',
  stopping: 'Stopping…',
  reason: 'Locked while Steward works. Stop to edit by hand.',
  stop: 'Stop',
} as const;
