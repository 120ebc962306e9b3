import { createTemplateAdapterPage as createDomPage } from '@/scripts/adapter/templates/dom/page';
import { createTemplateAdapterPage as createProtocolPage } from '@/scripts/adapter/templates/page-protocol/page';
import { createTemplateAdapterPage as createRestPage } from '@/scripts/adapter/templates/rest/page';
import { brokenHalf } from '../broken/broken-halves';
import { installKit } from './kit-page';

installKit((name, document) => {
  if (name === 'rest') return createRestPage(document);
  if (name === 'page-protocol') return createProtocolPage(document);
  return brokenHalf(name, createDomPage(document), document);
});
