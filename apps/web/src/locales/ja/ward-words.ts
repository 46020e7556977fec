import { accidents } from './accidents.ts';
import { account } from './account.ts';
import { age } from './age.ts';
import { agencyArea } from './agency-area.ts';
import { alarms } from './alarms.ts';
import { bills } from './bills.ts';
import { csvImport } from './csv-import.ts';
import { dates } from './dates.ts';
import { deviceConfig } from './device-config.ts';
import { deviceTypes } from './device-types.ts';
import { devices } from './devices.ts';
import { dialogs } from './dialogs.ts';
import { domainConfig } from './domain-config.ts';
import { domainNights } from './domain-nights.ts';
import { domains } from './domains.ts';
import { federation } from './federation.ts';
import { fleet } from './fleet.ts';
import { form } from './form.ts';
import { frame } from './frame.ts';
import { help } from './help.ts';
import { history } from './history.ts';
import { home } from './home.ts';
import { imports } from './imports.ts';
import { list } from './list.ts';
import { loans } from './loans.ts';
import { monitoring } from './monitoring.ts';
import { offline } from './offline.ts';
import { organisationSignIn } from './organisation-sign-in.ts';
import { pages } from './pages.ts';
import { partners } from './partners.ts';
import { parameters } from './parameters.ts';
import { people } from './people.ts';
import { plans } from './plans.ts';
import { problems } from './problems.ts';
import { profile } from './profile.ts';
import { raw } from './raw.ts';
import { replay } from './replay.ts';
import { reports } from './reports.ts';
import { results } from './results.ts';
import { rooms } from './rooms.ts';
import { roomConfig } from './room-config.ts';
import { routes } from './routes.ts';
import { staff } from './staff.ts';
import { states } from './states.ts';
import { thresholds } from './thresholds.ts';
import { validation } from './validation.ts';
import { views } from './views.ts';

/** Japanese texts of the screens after sign-in. */
export const wardWords = {
  accidents,
  account,
  age,
  agencyArea,
  alarms,
  bills,
  csvImport,
  dates,
  deviceConfig,
  deviceTypes,
  dialogs,
  domainConfig,
  domainNights,
  federation,
  fleet,
  form,
  frame,
  help,
  history,
  home,
  imports,
  list,
  loans,
  monitoring,
  offline,
  organisationSignIn,
  pages,
  parameters,
  partners,
  people,
  plans,
  problems,
  profile,
  raw,
  replay,
  reports,
  results,
  roomConfig,
  rooms,
  routes,
  staff,
  states,
  thresholds,
  validation,
  views,
  domains,
  devices,
} as const;
