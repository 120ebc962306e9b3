import { waitUntil } from '@/tests/drive/wait-until';
import { KILLED_AT_EDGES } from '../cause-fault';
import { PROVIDER } from '../chaos-stage';
import type { ChaosSite, SiteName, SitesStage } from './sites-stage';

/** A fault at one of the sites, or of Steward. */
interface SiteFault {
  kind: string;
  site: SiteName;
  /** As in `Round`. */
  edges: readonly number[];
}

/** Time for which the panel stays closed, in milliseconds. */
const CLOSED_MS = 500;

/** Faults beside several sites, by their names in docs/reliability.md. */
const FAULTS: Readonly<Record<string, (stage: SitesStage, fault: SiteFault) => Promise<void>>> = {
  // A worker that another fault has just killed is not there yet.
  'worker-killed': ({ browser }) =>
    waitUntil(
      () =>
        browser.killWorker().then(
          () => true,
          () => false,
        ),
      'There is no worker.',
    ),
  [KILLED_AT_EDGES]: ({ worker }, { edges }) => worker.killAt(edges),
  'panel-closed': async (stage) => {
    await stage.closePanel();
    await new Promise((done) => setTimeout(done, CLOSED_MS));
    await stage.openPanel();
  },
  'page-reloaded': (stage, { site }) => stage.reloadPage(site),
  'tab-closed': (stage, { site }) => stage.reopenPage(site),
  'other-admin': ({ sites }, { site }) => saveElsewhere(sites[site]),
  // Too late, there is no such button.
  stopped: (stage) =>
    stage
      .panel()
      .page.getByRole('button', { name: 'Stop', exact: true })
      .click({ timeout: 1_000 })
      .catch(() => undefined),
};

/** The names of all faults. */
export const SITE_FAULT_KINDS: readonly string[] = Object.keys(FAULTS);

/** Causes a fault. Throws for an unknown kind. */
export async function causeSiteFault(stage: SitesStage, fault: SiteFault): Promise<void> {
  const cause = FAULTS[fault.kind];
  if (cause === undefined) throw new Error(`There is no fault ${fault.kind}.`);
  await cause(stage, fault);
}

/** The ignore rules of {@link PROVIDER} in a site's file. */
export async function savedRules({ playground }: ChaosSite): Promise<string[]> {
  const [, list = ''] = /^IGNORE_MODELS_OPENAI='(.*)'$/m.exec(await playground.readEnvFile()) ?? [];
  return list.split(',').filter((rule) => rule !== '');
}

/** Another admin saves a further rule, without the page. */
async function saveElsewhere(site: ChaosSite): Promise<void> {
  const { url, apiKey } = site.playground;
  const saved = await savedRules(site);
  const answer = await fetch(`${url}/v1/admin/config/model-filters/${PROVIDER}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ignore: [...saved, `by-others-${saved.length}-*`], whitelist: [] }),
  });
  if (!answer.ok) throw new Error(`The second admin's save failed with ${answer.status}.`);
}
