import { Paperclip } from 'lucide-react';
import { IconButton } from '@/src/panel/kit/icon-button';
import { useFileInput } from '@/src/panel/kit/use-file-input';
import { t } from '@/src/texts/i18n';

/** Button that adds files of the user to the message. */
export function AttachButton({
  isBusy,
  onFiles,
}: {
  isBusy: boolean;
  onFiles(files: readonly File[]): void;
}) {
  const { input, choose } = useFileInput({
    multiple: true,
    'aria-label': t('composer.attach.input'),
    onFiles,
  });
  return (
    <>
      <IconButton
        icon={Paperclip}
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
