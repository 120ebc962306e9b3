import type { StateHalf } from '@/src/core/adapter/page-half';
import { choicesFor, decideApproval } from '@/tests/world/approvals';
import { createToolPage, ONE_ITEM, type ToolPageInMemory } from '@/tests/world/tool-page-in-memory';
import { APPROVED_SAVE, type PagePath } from './page-path';
import { codeOf, type PathWorld, type ScriptedCall } from './path-world';

const TOOL = 'page_delete_item';
const DELETE: ScriptedCall[] = [[TOOL, { id: 7 }]];

/** Every path from a call of a page's own tool to the page. `weaken` replaces the page half, as a defect would. */
export function pageToolPaths(weaken: (half: StateHalf) => Partial<StateHalf>): PagePath[] {
  let current: ToolPageInMemory | null = null;
  function path(
    name: string,
    refusal: RegExp,
    unauthorized: (world: PathWorld, page: ToolPageInMemory) => Promise<string>,
  ): PagePath {
    return {
      name: `a call of a page’s tool, ${name}`,
      page(extensionId) {
        current = createToolPage(extensionId, weaken, ONE_ITEM);
        return current;
      },
      ...APPROVED_SAVE,
      calls: DELETE,
      reaches: ['delete_item'],
      async unauthorized(world) {
        if (current === null) throw new Error('No page is open.');
        return unauthorized(world, current);
      },
      refusal,
    };
  }

  return [
    path('allowed by the settings', /waiting-for-approval$/, async (world) => {
      await world.setPolicy({ permissions: { [TOOL]: 'allow' } });
      await world.runTask();
      return world.outcome();
    }),
    path('refused', /^rejected/, async (world) => {
      await world.runTask();
      await world.refuse();
      return world.outcome();
    }),
    path('approved for the page before a navigation', /^page-changed/, async (world, page) => {
      await world.runTask();
      const { id, calls, preview } = await world.pendingApproval();
      page.navigate('/production');
      const decision = { approvalId: id, digest: preview.digest, choices: choicesFor(calls) };
      return codeOf(decideApproval(world, decision));
    }),
    path('on a page that navigates right before it runs', /^page_changed/, async (world, page) => {
      await world.runTask();
      page.onExecute = () => page.navigate('/production');
      await world.approve();
      return world.outcome();
    }),
  ];
}
