import type { ComponentProps } from 'react';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';

interface TextButtonProps extends ComponentProps<'button'> {
  text: TextKey;
}

/**
 * A button with a text of the catalogue. It doesn't submit the form around it. In the place of a plain `button`, React would mount it
 * as another element, which doesn't have the focus: where two buttons replace each other, both are of one kind.
 */
export function TextButton({ text, ...props }: TextButtonProps) {
  return (
    <button type="button" {...props}>
      {i18n.t(text)}
    </button>
  );
}
