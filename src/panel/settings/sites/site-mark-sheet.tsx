import { sendCommand } from '@/src/panel/data/send-command';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { ChoiceGroup } from '@/src/panel/kit/fields/choice-group';
import { SaveRow } from '@/src/panel/kit/fields/save-row';
import { TextField } from '@/src/panel/kit/fields/text-field';
import { asEntered, useSavedForm } from '@/src/panel/kit/fields/use-saved-form';
import { SheetFrame } from '@/src/panel/kit/sheet';
import type { SiteMark } from '@/src/schema/site';
import type { TextKey } from '@/src/schema/values/said';
import { MAX_SITE_NAME_LENGTH, type SiteColor } from '@/src/schema/values/site-colors';
import { t } from '@/src/texts/i18n';

const COLOR_LABELS: Readonly<Record<SiteColor, TextKey>> = {
  red: 'sites.mark.red',
  orange: 'sites.mark.orange',
  green: 'sites.mark.green',
  blue: 'sites.mark.blue',
  purple: 'sites.mark.purple',
  grey: 'sites.mark.grey',
};

const NONE: SiteMark = { name: '', color: 'red' };

/** A sheet for the name and the colour of the shown chat's site. An empty name removes both. */
export function SiteMarkSheet({ onClose }: { onClose(): void }) {
  const { view, siteMark } = useShownChat();
  // The default never applies: this sheet opens only for a connected page, whose chat has a binding.
  const origin = view?.chat.binding?.origin ?? '';
  const form = useSavedForm({
    stored: siteMark ?? NONE,
    read: asEntered,
    store: (mark: SiteMark) =>
      sendCommand({ type: 'mark-site', origin, mark: mark.name.trim() === '' ? null : mark }),
    onSaved: onClose,
  });
  const { fields, change } = form;
  return (
    <SheetFrame title={t('sites.mark.title')} onClose={onClose}>
      <form className="sheet-body" onSubmit={form.onSubmit}>
        <code className="secondary">{origin}</code>
        <TextField
          label={t('sites.mark.name')}
          note={t('sites.mark.note')}
          maxLength={MAX_SITE_NAME_LENGTH}
          value={fields.name}
          onChange={(name) => change({ name })}
        />
        <ChoiceGroup
          legend="sites.mark.color"
          choices={COLOR_LABELS}
          chosen={fields.color}
          onChoose={(color) => change({ color })}
        />
        <SaveRow form={form} label="common.save" />
      </form>
    </SheetFrame>
  );
}
