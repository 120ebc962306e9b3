import { i18n } from '@/src/texts/i18n';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { Confirmed } from './confirmed';

interface DeleteAllSectionProps {
  perform: Perform;
  onDeleted(): void;
}

/** Deletes everything that Steward has stored, after a confirmation. */
export function DeleteAllSection({ perform, onDeleted }: DeleteAllSectionProps) {
  const deleteAll = () =>
    void perform(async () => {
      await sendCommand({ type: 'delete-all-data' });
      onDeleted();
    });
  return (
    <section aria-label={i18n.t('data.deleteAll.label')}>
      <h3>{i18n.t('data.deleteAll.label')}</h3>
      <Confirmed
        label={i18n.t('data.deleteAll.open')}
        question={i18n.t('data.deleteAll.question')}
        action={i18n.t('data.deleteAll.action')}
        onConfirm={deleteAll}
      />
    </section>
  );
}
