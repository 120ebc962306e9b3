import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '@/src/panel/kit/icon-button';
import { IMAGE_TYPES } from '@/src/schema/values/image';
import { t } from '@/src/texts/i18n';

/** Button that adds image files of the user to the message. */
export function AttachButton({
  isBusy,
  onFiles,
}: {
  isBusy: boolean;
  onFiles(files: readonly File[]): void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon={ImagePlus}
        className="attach-button"
        labelKey="composer.attach.label"
        title={t('composer.attach.tooltip')}
        disabled={isBusy}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={IMAGE_TYPES.join()}
        aria-label={t('composer.attach.input')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Otherwise no change event follows if the user chooses the same file again.
          target.value = '';
        }}
      />
    </>
  );
}
