/** Log levels, most severe first. */
export const LOG_LEVELS = ['error', 'warning', 'info', 'debug'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];
