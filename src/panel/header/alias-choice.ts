import type { ChatSettings } from '@/src/schema/chat-settings';
import { type Said, say } from '@/src/schema/values/said';
import type { ListedAlias } from '@/src/store/queries';

export interface AliasInUse {
  name: string;
  /** The reason why the alias has no model, with the remedy; null if it has one. */
  problem: Said | null;
}

/** The chat's alias, checked against the stored ones; null if the chat uses none. */
export function aliasInUse(
  { modelAlias }: Pick<ChatSettings, 'modelAlias'>,
  aliases: readonly ListedAlias[],
): AliasInUse | null {
  if (modelAlias === null) return null;
  const alias = aliases.find(({ name }) => name === modelAlias);
  if (alias === undefined) {
    return { name: modelAlias, problem: say('header.alias.deleted', { name: modelAlias }) };
  }
  if (alias.connection === null) {
    return {
      name: modelAlias,
      problem: say('header.alias.connectionDeleted', { name: modelAlias }),
    };
  }
  return { name: modelAlias, problem: null };
}

/**
 * Prefix that distinguishes the values of aliases from model ids, which come from an endpoint. It is a control character, with which no
 * real id begins.
 */
const ALIAS_MARK = '\u0001';

/** Value of an alias's option in the list of models. */
export function aliasValue(name: string): string {
  return `${ALIAS_MARK}${name}`;
}

/** The alias that a value in the list of models stands for; null for a model. */
export function aliasOfValue(value: string): string | null {
  return value.startsWith(ALIAS_MARK) ? value.slice(ALIAS_MARK.length) : null;
}
