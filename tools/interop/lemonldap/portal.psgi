# The portal of LemonLDAP::NG. Also serves the static files of its pages, which in production a web server does.
use Plack::Builder;
use Lemonldap::NG::Portal::Main;

my $portal = Lemonldap::NG::Portal::Main->run({});

builder {
    enable 'Static', path => sub { s{^/static/}{} }, root => "$ENV{LEMONLDAP_ROOT}/usr/share/lemonldap-ng/portal/htdocs/static";
    $portal;
};
