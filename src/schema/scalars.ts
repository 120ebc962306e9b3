import { z } from 'zod';

/** A number of things. */
export const countSchema = z.int().min(0);

export const idSchema = z.string().min(1).max(200);

/** Up to here the position after a position is another number, also for rows of no run, which may be between two whole positions. */
const MAX_POSITION = 2 ** 40;

/** Order within a chat. */
export const positionSchema = z.number().min(0).max(MAX_POSITION);

/** Milliseconds since 1970, within what a date can be. */
export const timeSchema = z.number().min(0).max(8.64e15);
