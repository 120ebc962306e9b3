import { z } from 'zod';
import { mapSchema } from './map-schema';
import type { Json } from './values/json';
import { isJson } from './values/json-bounds';

/** Any JSON. Recursive, so only for values within bounds. */
export const jsonSchema = z.custom<Json>(isJson, 'no JSON');

export const jsonObjectSchema = mapSchema(z.string(), jsonSchema);

export const countSchema = z.int().min(0);

export const idSchema = z.string().min(1).max(200);

/** Largest position. Up to it, numbers are precise enough for the fractional positions of rows that belong to no run. */
const MAX_POSITION = 2 ** 40;

/** Order within a chat. */
export const positionSchema = z.number().min(0).max(MAX_POSITION);

/** Milliseconds since 1970, within the range of `Date`. */
export const timeSchema = z.number().min(0).max(8.64e15);
