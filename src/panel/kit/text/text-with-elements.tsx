import { Fragment, type ReactNode } from 'react';
import type { Texts } from '#texts';
import type { SaidValue, TextId } from '@/src/schema/values/said';
import { currentWording } from '@/src/texts/i18n';

/** The elements for the values of a text. A count must be a number, since the text's plural depends on it. */
type ElementsOf<Id extends TextId> = {
  readonly [Name in keyof Texts[Id]]: SaidValue extends Texts[Id][Name] ? ReactNode : Texts[Id][Name];
};

/**
 * A text of the catalogue with elements in place of its values; each language decides where they are in the sentence. Texts from outside,
 * such as a model's name, are safe here, since nothing is parsed as markup.
 */
export function TextWithElements<Id extends TextId>(props: { text: Id; elements: ElementsOf<Id> }) {
  // Each value is an element or a number, which the compiler can't infer for every text.
  const elements = props.elements as Readonly<Record<string, ReactNode>>;
  const values = Object.fromEntries(
    Object.entries(elements).map(([name, element]) => [
      name,
      typeof element === 'number' ? element : { element },
    ]),
  );
  return currentWording()
    .parts<ReactNode>(props.text, values)
    .map((part, index) => {
      const shown = typeof part === 'string' ? part : 'element' in part ? part.element : part.foreign;
      // The same piece may occur several times, so only its position identifies it.
      const key = index;
      return <Fragment key={key}>{shown}</Fragment>;
    });
}
