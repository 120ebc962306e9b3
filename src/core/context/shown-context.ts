import type { ChatSettings } from '@/src/schema/chat-settings';
import type { Json } from '@/src/schema/values/json';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { matcherOf } from './part-globs';

/** The context without the parts that the chat leaves out. States, changes and tool results contain none of these. */
export function shownContext(
  { parts }: Pick<AdapterDefinition, 'parts'>,
  { leftOutParts }: Pick<ChatSettings, 'leftOutParts'>,
  context: Json,
): Json {
  if (parts === undefined || leftOutParts.length === 0) return context;
  return parts.without(context, matcherOf(leftOutParts));
}
