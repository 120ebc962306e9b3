import { createTemplateAdapterPage as createDomPage } from '@/scripts/adapter/templates/dom/page';
import { createTemplateAdapterPage as createFormPage } from '@/scripts/adapter/templates/form/page';
import { createTemplateAdapterPage as createProtocolPage } from '@/scripts/adapter/templates/page-protocol/page';
import { createTemplateAdapterPage as createRestPage } from '@/scripts/adapter/templates/rest/page';
import { createTemplateAdapterPage as createRuleListPage } from '@/scripts/adapter/templates/rule-list/page';
import { templateAdapterService } from '@/scripts/adapter/templates/rule-list/service';
import { serviceHalfAt } from '@/tests/fakes/service-half';
import { brokenHalf } from '../broken/broken-halves';
import { createLimitsPage } from '../broken/limits-half';
import { installKit } from './kit-page';

installKit(async (name, document, key) => {
  if (name === 'rest') return createRestPage(document);
  if (name === 'form') return createFormPage(document);
  if (name === 'page-protocol') return createProtocolPage(document);
  if (name === 'rule-list' && key !== null) {
    const half = serviceHalfAt(templateAdapterService, document.location.origin, key);
    return { ...createRuleListPage(document), ...half };
  }
  if (document.location.host === 'limits.example') return createLimitsPage(name, document);
  return brokenHalf(name, createDomPage(document), document);
});
