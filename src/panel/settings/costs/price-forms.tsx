import { sendCommand } from '@/src/panel/data/send-command';
import { useQuery } from '@/src/panel/data/stored-data';
import { type Entered, enteredFrom, readEntered } from '@/src/panel/kit/fields/entered-values';
import { SaveRow } from '@/src/panel/kit/fields/save-row';
import { TextField } from '@/src/panel/kit/fields/text-field';
import type { Reading } from '@/src/panel/kit/fields/use-refused-fields';
import { useSavedForm } from '@/src/panel/kit/fields/use-saved-form';
import { Fold } from '@/src/panel/kit/fold';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import type { Connection } from '@/src/schema/connection';
import { PRICE_SETTINGS } from '@/src/schema/values/settings';
import type { ModelTarget } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';

type Prices = NonNullable<Connection['prices']>[number];

/** A form for the prices of each of these models, except those of deleted connections. Unfolded at first while a price is missing. */
export function PriceForms({ targets }: { targets: readonly ModelTarget[] }) {
  const connections = useQuery((queries) => queries.connections(), []);
  const forms = targets.flatMap(({ connectionId, model }) => {
    const connection = connections?.find(({ id }) => id === connectionId);
    if (connection === undefined || model === '') return [];
    return { connection, model, prices: connection.prices?.find((one) => one.model === model) ?? null };
  });
  if (forms.length === 0) return null;
  return (
    <Fold title="costs.prices.title" isOpen={forms.some(({ prices }) => prices === null)}>
      <SecondaryText text="costs.prices.hint" />
      {forms.map((form) => (
        <PriceForm key={JSON.stringify([form.connection.id, form.model])} {...form} />
      ))}
    </Fold>
  );
}

interface PriceFormProps {
  connection: Connection;
  model: string;
  /** The stored prices; null for none. */
  prices: Prices | null;
}

function PriceForm({ connection, model, prices }: PriceFormProps) {
  const form = useSavedForm({
    stored: enteredFrom(PRICE_SETTINGS, { input: prices?.input ?? null, output: prices?.output ?? null }),
    read: readPrices,
    store: (values) =>
      sendCommand({ type: 'set-prices', connectionId: connection.id, model, prices: values.prices }),
  });
  return (
    <form
      className="price-form"
      aria-label={t('costs.prices.form', { model, connection: connection.label })}
      onSubmit={form.onSubmit}
    >
      <p>
        <ForeignText text={model} /> <span className="meta">· {connection.label}</span>
      </p>
      <div className="price-fields">
        {(['input', 'output'] as const).map((name) => (
          <TextField
            key={name}
            label={t(PRICE_SETTINGS[name].label)}
            inputMode="decimal"
            value={form.fields[name]}
            problems={form.problemsOf(name)}
            onChange={(text) => form.change({ [name]: text })}
          />
        ))}
      </div>
      <SaveRow form={form} label="costs.prices.save" savedText="common.saved" />
    </form>
  );
}

/** Reads the two fields: both prices, or null for two empty fields. */
function readPrices(
  fields: Entered<typeof PRICE_SETTINGS>,
): Reading<typeof fields, { prices: Pick<Prices, 'input' | 'output'> | null }> {
  const read = readEntered(PRICE_SETTINGS, fields);
  if (!read.ok) return read;
  const { input, output } = read.values;
  if (input !== null && output !== null) return { ok: true, values: { prices: { input, output } } };
  if (input === output) return { ok: true, values: { prices: null } };
  return { ok: false, problems: { [input === null ? 'input' : 'output']: t('costs.prices.both') } };
}
