import type { ModelAlias } from '@/src/core/records/model-alias';
import { spellOut } from '@/src/core/text/foreign-text';
import { i18n } from '@/src/texts/i18n';
import { type AliasInUse, aliasValue } from './alias-choice';

interface AliasOptionsProps {
  aliases: readonly ModelAlias[];
  /** The alias that the chat uses; null if it uses none. */
  alias: AliasInUse | null;
}

/** The user's aliases as a group of options, each with its model. One that was deleted is shown as long as the chat uses it. */
export function AliasOptions({ aliases, alias }: AliasOptionsProps) {
  const isGone = alias !== null && aliases.every(({ name }) => name !== alias.name);
  if (aliases.length === 0 && !isGone) return null;
  return (
    <optgroup label={i18n.t('header.alias.group')}>
      {isGone && (
        <option value={aliasValue(alias.name)}>{i18n.t('header.alias.gone', { name: alias.name })}</option>
      )}
      {aliases.map(({ name, model }) => (
        <option key={name} value={aliasValue(name)}>
          {name} → {spellOut(model)}
        </option>
      ))}
    </optgroup>
  );
}
