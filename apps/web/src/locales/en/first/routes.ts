export const routes = {
  login: { title: 'Sign in' },
  mfaauth: { title: 'Second factor' },
  sso: { title: 'Organisation sign-in' },
  'sso-provider': { title: 'Organisation sign-in' },
  handleauth: { title: 'Checking the sign-in' },
  signup: { title: 'New account' },
  anonymous: { title: 'Guest' },
  register: { title: 'Registration' },
  registerdomain: { title: 'Register an organisation' },
  registerUser: { title: 'Staff registration' },
  'register-report-access-user': { title: 'Report reader registration' },
} as const;
