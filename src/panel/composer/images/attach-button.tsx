import { ImagePlus } from 'lucide-react';
import { IconButton } from '@/src/panel/kit/icon-button';
import { useFileInput } from '@/src/panel/kit/use-file-input';
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
  const { input, choose } = useFileInput({
    multiple: true,
    accept: IMAGE_TYPES.join(),
    'aria-label': t('composer.attach.input'),
    onFiles,
  });
  return (
    <>
      <IconButton
        icon={ImagePlus}
        className="attach-button"
        labelKey="composer.attach.label"
        title={t('composer.attach.tooltip')}
        disabled={isBusy}
        onClick={choose}
      />
      {input}
    </>
  );
}
