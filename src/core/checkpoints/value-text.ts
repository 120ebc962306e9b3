import { type Said, say } from '@/src/schema/values/said';
import { visibleJson } from '../text/visible-json';
import type { Maybe } from './merge-states';

const MAX_LENGTH = 200;

/** A value of a state for display: JSON on one line, cut at 200 characters, or "nothing" for undefined. */
export function valueText(value: Maybe): Said {
  if (value === undefined) return say('said.change.nothing');
  const text = visibleJson(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
