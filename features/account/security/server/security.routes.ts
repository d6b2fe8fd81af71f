import type { App, Dependencies } from '#server/http/feature.ts';
import { requireUser } from '#server/http/require-user.ts';
import { getSecurity } from '../security.contract.ts';
import type { SignInContext } from '../../sign-in/server/sign-in-context.ts';
import { passwordOfUser } from '../../server/account.sql.ts';
import { passkeysOf } from '../../passkeys/server/passkeys.service.ts';
import { identitiesOfUser } from '../../providers/server/providers.sql.ts';
import { recoveryCodesOf } from '../../second-factor/server/second-factor.service.ts';
import { isSecondFactorOn } from '../../second-factor/server/second-factor.sql.ts';

export function securityRoutes(
  app: App,
  {
    dependencies: { database },
    signInContext: { getAuth },
  }: { dependencies: Pick<Dependencies, 'database'>; signInContext: Pick<SignInContext, 'getAuth'> },
): void {
  app.route({
    ...getSecurity,
    handler: async (request) => {
      const { userId } = requireUser(request);
      const [password, isOn, identities, passkeys] = await Promise.all([
        passwordOfUser(database, { userId }),
        isSecondFactorOn(database, { userId }),
        identitiesOfUser(database, { userId }),
        passkeysOf({ database, userId }),
      ]);
      const recoveryCodesLeft = isOn ? (await recoveryCodesOf({ auth: await getAuth(), userId })).length : 0;
      return {
        hasPassword: password?.password != null,
        secondFactor: { isOn, recoveryCodesLeft },
        providers: identities.map(({ provider, linkedAt }) => ({ provider, linkedAt: linkedAt.getTime() })),
        passkeys,
      };
    },
  });
}
