import { z } from 'zod';
import { mapSchema } from './map-schema';
import type { Json } from './values/json';
import { isJson } from './values/json-bounds';

/** Any JSON. Recursive, so only for values within bounds. */
export const jsonSchema = z.custom<Json>(isJson, 'no JSON');

export const jsonObjectSchema = mapSchema(z.string(), jsonSchema);
