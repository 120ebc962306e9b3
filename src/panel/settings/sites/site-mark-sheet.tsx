import { useId } from 'react';
import { sendCommand } from '@/src/panel/data/send-command';
import { useQuery } from '@/src/panel/data/stored-data';
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

interface SiteMarkSheetProps {
  origin: string;
  mark: SiteMark | null;
  onClose(): void;
}

/**
 * A sheet for a site's name and colour and, once there are two sites, for the set that it belongs to. An empty name removes
 * the name, or takes the site out of its set.
 */
export function SiteMarkSheet({ origin, mark, onClose }: SiteMarkSheetProps) {
  const listId = useId();
  const list = useQuery((queries) => queries.sites(), []);
  const sets = new Map(list?.flatMap(({ set }) => (set ? [[set.name, set]] : [])));
  const hasSets = list?.[1] !== undefined;
  const stored = { mark: mark ?? NONE, set: list?.find((site) => site.origin === origin)?.set ?? NONE };
  const form = useSavedForm({
    stored,
    read: asEntered,
    store: (entered: typeof stored) =>
      sendCommand({
        type: 'mark-site',
        origin,
        mark: named(entered.mark),
        ...(hasSets && { set: named(entered.set) }),
      }),
    onSaved: onClose,
  });
  const { fields, change } = form;
  const colors = (name: 'mark' | 'set') => (
    <ChoiceGroup
      legend={`sites.color.${name}`}
      choices={COLOR_LABELS}
      chosen={fields[name].color}
      onChoose={(color) => change({ [name]: { ...fields[name], color } })}
    />
  );
  return (
    <SheetFrame title={t('sites.mark.title')} onClose={onClose}>
      <form className="sheet-body" onSubmit={form.onSubmit}>
        <code className="secondary">{origin}</code>
        <TextField
          label={t('sites.mark.name')}
          note={t('sites.mark.note')}
          maxLength={MAX_SITE_NAME_LENGTH}
          value={fields.mark.name}
          onChange={(name) => change({ mark: { ...fields.mark, name } })}
        />
        {colors('mark')}
        {hasSets && (
          <>
            <TextField
              label={t('sites.set.name')}
              note={t('sites.set.note')}
              list={listId}
              maxLength={MAX_SITE_NAME_LENGTH}
              value={fields.set.name}
              // The name of a new set keeps the chosen colour.
              onChange={(name) => change({ set: sets.get(name) ?? { ...fields.set, name } })}
            />
            <datalist id={listId}>
              {[...sets.keys()].map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
            {named(fields.set) && colors('set')}
          </>
        )}
        <SaveRow form={form} label="common.save" />
      </form>
    </SheetFrame>
  );
}

function named(mark: SiteMark): SiteMark | null {
  return mark.name.trim() ? mark : null;
}
