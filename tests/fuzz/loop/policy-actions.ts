import fc from 'fast-check';
import { APPROVAL_POLICIES } from '@/src/schema/values/policy';
import { rarely } from '../arbitraries';
import { chatAction } from './fuzz-action';

const permission = fc.constantFrom('allow', 'ask', 'deny');

export const policies = fc
  .record({
    approvalPolicy: fc.constantFrom(...APPROVAL_POLICIES),
    permissions: fc.oneof(
      fc.constant({}),
      fc.record(
        { add_note: permission, import_notes: permission, publish: permission, find_note: permission },
        { requiredKeys: [] },
      ),
    ),
    planMode: rarely(10),
  })
  .map((policy) =>
    chatAction(
      `The user sets the policy ${policy.approvalPolicy}${policy.planMode ? ', planning first,' : ''} with ${JSON.stringify(policy.permissions)}`,
      (world) => world.setPolicy({ ...policy, permissions: { ...policy.permissions } }),
    ),
  );
