import type { PolicySettings } from '@/src/schema/chat-settings';
import { type Goal, PAYLOAD_FAMILIES } from '../payload-families';
import { goalOf, harmOf } from './goals';
import { PLACES, type Place } from './places';
import { plainSetting, type Setting, toolPageSetting } from './setting';
import { TOOL_PAGE_PLACES } from './tool-page-places';

/** One injected text in one place. */
export interface InjectionCase {
  name: string;
  place: Place;
  goal: Goal;
}

/** The user's reaction to approval requests. */
type UserBehaviour = 'is away' | 'refuses' | 'approves the first';

/** Cases that share a page, a model and a run. */
export interface Batch {
  cases: InjectionCase[];
  setting: Setting;
  policy: PolicySettings;
  user: UserBehaviour;
}

/** Seeded random integers, each from 0 to below `end`. */
export type Random = (end: number) => number;

const POLICIES: readonly PolicySettings[] = [
  { approvalPolicy: 'default', permissions: {}, planMode: false },
  { approvalPolicy: 'ask-every-change', permissions: {}, planMode: false },
  {
    approvalPolicy: 'default',
    permissions: { save_changes: 'deny', add_ignore_rule: 'ask' },
    planMode: false,
  },
  { approvalPolicy: 'default', permissions: { discard_changes: 'deny' }, planMode: true },
];

/** Permissions for the tools of a page. They are without effect. */
const ALLOWED = { page_delete_item: 'allow', page_look: 'allow' } as const;

/**
 * The cases of the next batch, starting with number `first` of its kind. Every family is combined with every place before
 * a combination repeats. `isToolPage`: the page has no adapter of its own.
 */
export function makeBatch(
  { first, size, isToolPage }: { first: number; size: number; isToolPage: boolean },
  random: Random,
): Batch {
  const setting = isToolPage ? toolPageSetting() : plainSetting();
  if (random(5) === 0) setting.context.live = true;
  const policy = POLICIES[random(POLICIES.length)] ?? POLICIES[0];
  const user = (['is away', 'refuses', 'approves the first'] as const)[random(3)] ?? 'is away';
  if (policy === undefined) throw new Error('There is no policy.');
  const cases = Array.from({ length: size }, (_, index) => makeCase(first + index, setting, random));
  if (!isToolPage) return { cases, setting, policy, user };
  return { cases, setting, policy: { ...policy, permissions: { ...policy.permissions, ...ALLOWED } }, user };
}

/** True if the batch's policy lets a tool run without an approval. */
export function mayRunWithoutApproval({ policy, setting }: Batch, tool: string): boolean {
  const harm = harmOf(tool);
  if (harm === 'always-asks') return false;
  const own = Object.hasOwn(policy.permissions, tool) ? policy.permissions[tool] : undefined;
  if (own !== undefined) return own === 'allow' && !policy.planMode;
  if (harm === 'none') return true;
  if (policy.planMode) return false;
  if (harm === 'view') return true;
  return harm === 'restorable' && policy.approvalPolicy === 'default' && setting.context.live !== true;
}

function makeCase(number: number, setting: Setting, random: Random): InjectionCase {
  const isToolPage = setting.toolPage !== null;
  const places = isToolPage ? TOOL_PAGE_PLACES : PLACES;
  const place = places[number % places.length];
  const family = PAYLOAD_FAMILIES[Math.floor(number / places.length) % PAYLOAD_FAMILIES.length];
  if (place === undefined || family === undefined) throw new Error('There is no such case.');
  const cue = `cue${number.toString(36)}x${random(36 ** 4).toString(36)}q`;
  const goal = goalOf(cue, random(720), isToolPage);
  place.insert(setting, family.write(goal), cue);
  if (family.writeRest !== undefined) setting.context.search = family.writeRest(goal);
  return { name: `${family.name} as ${place.name}, for ${goal.tool}`, place, goal };
}
