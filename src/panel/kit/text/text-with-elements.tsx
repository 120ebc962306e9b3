import { createI18n } from '@wxt-dev/i18n';
import { Fragment, type ReactNode } from 'react';
import type { GeneratedI18nStructure } from '#i18n';

/** Keys of the catalogue whose text has names in braces. */
type KeyWithNames = {
  [Key in keyof GeneratedI18nStructure]: GeneratedI18nStructure[Key] extends {
    plural: false;
    substitutions: 0;
    namedSubstitutions: readonly string[];
  }
    ? Key
    : never;
}[keyof GeneratedI18nStructure];

type NamesIn<Key extends KeyWithNames> = GeneratedI18nStructure[Key]['namedSubstitutions'][number];

/** Without the types, which would require a text for each name. */
const { t } = createI18n();

/**
 * A text of the catalogue with elements in place of the names in braces: each language decides on their position in the
 * sentence. Texts from outside, such as a model's name, are safe here, since nothing is parsed as markup.
 */
export function TextWithElements<Key extends KeyWithNames>(props: {
  text: Key;
  elements: Readonly<Record<NamesIn<Key>, ReactNode>>;
}) {
  const elements: Readonly<Record<string, ReactNode>> = props.elements;
  return t(props.text)
    .split(/\{(\w+)\}/)
    .map((part, index) => {
      // A piece is identified only by its position.
      const key = `${index} ${part}`;
      return <Fragment key={key}>{index % 2 === 0 ? part : elements[part]}</Fragment>;
    });
}
